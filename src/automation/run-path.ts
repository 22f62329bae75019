/** The path of a run. */
export const runPath = (id: number): string => `/api/AutomationRuns/${id}`;

export const RUN_LOCATION = {
  Location: { description: 'The path of the run.', schema: { type: 'string' as const, maxLength: 100, example: '/api/AutomationRuns/1' } },
};
