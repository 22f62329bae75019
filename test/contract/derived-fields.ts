/** Fields that the service computes: accepted and ignored in request bodies. By endpoint number. */
export const DERIVED_FIELDS: Readonly<Record<number, readonly string[]>> = {
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

/** The body without computed fields: what the record must return after the body has been written. */
export function withoutDerived(endpoint: number, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const derived = DERIVED_FIELDS[endpoint] ?? [];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !derived.includes(name)));
}
