// Sentences that the page brought along, with places for what is known only here: {name}.

/** The sentence with its words in their places. */
export const fill = (says, words) => says.replace(/\{(\w+)\}/g, (_, name) => words[name])

/** Have an element say what stands in its data-says. */
export const say = (place, words) => (place.textContent = fill(place.dataset.says, words))
