/** Fields that the service computes: accepted in a body and ignored. By the endpoint that takes the body. */
export const DERIVED: Readonly<Record<number, readonly string[]>> = {
  2: [
    'id',
    'triggerName',
    'eventName',
    'statusName',
    'excludedDateGroupName',
    'moduleId',
    'module',
    'nextRunDateUtc',
    'lastRunDateUtc',
    'actionDetails',
  ],
  5: [
    'fullName',
    'candidateDisplayName',
    'mobile_Standardised',
    'home_Standardised',
    'work_Standardised',
    'lastUpdateDate',
    'lastApplicationDate',
    'candidatePlacementTypeID',
    'candidatePlacementClientID',
    'candidatePlacementClientName',
    'candidateClientName',
    'redFlaggedByUserName',
    'tags',
    'divisions',
    'statisticsCounts',
    'statisticsDates',
    'preferredRateUnits',
    'preferredSalaryUnits',
    'jobSeekingStatusName',
    'preferredJobTypeName',
  ],
};

/** The body without what the service computes: what a record must answer once the body was written. */
export function written(endpoint: number, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const derived = DERIVED[endpoint] ?? [];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !derived.includes(name)));
}
