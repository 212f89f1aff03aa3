/** Who reviewed, approved and published a form, beside form.json: one event a line, so that git keeps it. */
export const historyFile = 'history.jsonl'
