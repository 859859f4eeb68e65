"""The same games on the reader's own device, without a network: what the browser keeps and runs
(`bundle`, `device`), and what the server makes of the results that come back."""
