/** The template of a form whose files are gone: the version that residents have, or get next. */
export const publishedTemplate = 'published'
