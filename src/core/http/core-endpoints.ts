import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './openapi-examples';

/** The ten endpoints of the interface specification, in its order, by the ids of their operations. */
const CORE_ENDPOINTS = [
  'Divisions_updatePayrollIntegration',
  'Automation_create',
  'Jobs_search',
  'Automation_searchContacts',
  'Candidates_update',
  'Candidates_activities',
  'ContactSearches_updateCriteria',
  'PayFrequencies_update',
  'Configuration_saveJobPosting',
  'Configuration_saveClients',
];

export const CORE_TAG = { name: 'Core API', description: 'The ten endpoints of the interface specification. Each is also under its area.' };

/** Lists the ten endpoints first, under a tag of their own, with their number (`x-core-endpoint`). */
export function markCoreEndpoints(document: OpenAPIObject, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const number = CORE_ENDPOINTS.indexOf(operation.operationId ?? '') + 1;
    if (number > 0) Object.assign(operation, { tags: [CORE_TAG.name, ...(operation.tags ?? [])], 'x-core-endpoint': number });
  }
  document.tags = [CORE_TAG, ...(document.tags ?? [])];
}
