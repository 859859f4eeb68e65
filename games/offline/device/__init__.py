"""What runs in the browser: the table of a match that nobody but this device keeps.

Plain Python, the words and the templates of the site, and no server. The page sends here what it
would send to the site, and gets the same parts of a page back.
"""
