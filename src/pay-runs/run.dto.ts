import { QueryOneOf, PageQuery } from '../core/http';
import { QueryOrder } from '../core/records';

/** What both kinds of run are created with. */
export const WANTED = ['division', 'payFrequencyID', 'periodEnd', 'currencyID'] as const;
export const NEEDED = ['division', 'payFrequencyID', 'periodEnd'] as const;
/** A day for examples by which the demo data has timesheets. */
export const SHOWN = { periodEnd: '2030-12-31T00:00:00.000Z' };

/** A page of the lines of a run. */
export class RunLinesQuery extends PageQuery {
  @QueryOrder('in the order of exports')
  readonly orderBy?: string;
}

export const EXPORT_FORMATS = ['json', 'csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export class RunExportQuery {
  @QueryOneOf(EXPORT_FORMATS, {
    description: 'json: the run and its lines. csv, ndjson: the lines. By default the format preferred by the Accept header, else json.',
  })
  readonly format?: ExportFormat;
}
