import type { SendingLimits } from '../../deliveries';
import { DELIVERY_KINDS, type DeliveryKind } from '../../deliveries';
import type { TimeWindow } from '../../core/time/opening-hours';
import { withPointerPrefix, type ParseResult } from '../definition/parse-result';
import { SchemaParser } from '../definition/schema-parser';
import { timeZoneErrors, windowErrors } from './parse-schedule';
import { SENDING_ONLY_SCHEMA } from './schedule-schema';

interface Limit {
  windows?: TimeWindow[];
  perMinute?: number;
}

/** What the messages of an automation keep to, as it is written. */
export interface Sending {
  readonly timeZone: string;
  readonly byKind: Readonly<Partial<Record<DeliveryKind, Limit>>>;
}

const parser = new SchemaParser<{ timeZone?: string; sending?: Sending['byKind'] }>(SENDING_ONLY_SCHEMA);

/** Parses `timeZone` and `sending` of `scheduleMetaDataJSON`. */
export function parseSending(json: unknown, defaultZone: string): ParseResult<Sending> {
  const { value, errors } = parser.parse(json);
  if (!value) return { errors };
  const { timeZone, sending = {} } = value;
  const found = [
    ...timeZoneErrors(timeZone),
    ...DELIVERY_KINDS.flatMap((kind) => withPointerPrefix(`/sending/${kind}`, (sending[kind]?.windows ?? []).flatMap(windowErrors))),
  ];
  return found.length > 0 ? { errors: found } : { value: { timeZone: timeZone ?? defaultZone, byKind: sending } };
}

/** With the dates on which the automation does nothing. */
export const sendingLimits = ({ timeZone, byKind }: Sending, excludedDates: ReadonlySet<string>): SendingLimits =>
  Object.fromEntries(
    Object.entries(byKind).map(([kind, { windows = [], perMinute }]) => [
      kind,
      { timeZone, windows, excludedDates: [...excludedDates].sort(), ...(perMinute === undefined ? {} : { perMinute }) },
    ]),
  );
