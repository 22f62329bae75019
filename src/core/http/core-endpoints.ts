import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Operation } from './openapi-examples';

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

const NUMBER = 'x-core-endpoint';
const CORE_TAG = { name: 'Core API', description: 'The ten endpoints of the interface specification. Each is also under its area.' };

/** Gives the ten endpoints their number in the interface specification. */
export function numberCoreEndpoints(operations: readonly Operation[]): void {
  for (const operation of operations) {
    const number = CORE_ENDPOINTS.indexOf(operation.operationId ?? '') + 1;
    if (number > 0) Object.assign(operation, { [NUMBER]: number });
  }
}

/**
 * The document for readers: the ten endpoints first, under a tag of their own too. Programs get each operation under one tag, since
 * generators of clients make a class of each tag, and some make two of the same name then.
 */
export function coreEndpointsFirst(document: OpenAPIObject): OpenAPIObject {
  for (const operation of operationsOf(document)) if (NUMBER in operation) operation.tags = [CORE_TAG.name, ...(operation.tags ?? [])];
  return { ...document, tags: [CORE_TAG, ...(document.tags ?? [])] };
}
