/** The template of a form that copies another form is this and the name of that form. */
export const copyPrefix = 'form:'
