/** Filter for every query whose answer belongs to the signed-in user: their paths begin with `/o`. */
export const userQueries = { queryKey: ['o'] } as const
