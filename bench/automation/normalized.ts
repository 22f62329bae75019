import type { Row, RowChange } from './snapshot';

/**
 * New activities and tags of the check have ids from here on, so that these are recognised wherever they are referred to: in columns,
 * in stored responses and in changes.
 */
export const FIRST_IDS = { activity: 1_000_000_000, tag: 2_000_000_000 } as const;
const NEW_ID = /\b[12]00000\d{4}\b/g;

/** Ids of rows that nothing refers to. */
const OWN_IDS = new Set(['record_change', 'delivery', 'contact_tag', 'notification']);
/** Of a delivery: what the sender changes. */
const SENDERS = ['state', 'attempts', 'dueAt', 'leaseID', 'lastError'];
const RUN = ['runID', 'automationID', 'sequence', 'chain'];

/**
 * The changes of the rows of a table, each as a text without what differs from run to run: ids and moments, and what the sender does;
 * without what the audit alone has of a run.
 */
export function normalized(table: string, rows: readonly RowChange[]): string[] {
  const cleaned = rows
    .filter(({ after }) => !after?.['auditOnly'])
    .map(({ before, after }) => ({ before: before && cleared(table, before), after: after && cleared(table, after) }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .map((change) => JSON.stringify(change));
  const ranks = ranksIn(cleaned);
  return cleaned.map((text) =>
    text
      .replace(NEW_ID, (id) => `new ${ranks.get(id)}`)
      .replace(UUID, 'uuid')
      .replace(MOMENT, momentText)
      .replace(/"dedupeKey":"\d+/g, '"dedupeKey":"run')
      .replace(/\\"(automationId|runId)\\":\d+/g, '$1'),
  );
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\.\d{3}Z?/g;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Moments of the last hour or of the same time on another day: how many days from now. Others: as they are. */
function momentText(text: string): string {
  const days = (Date.parse(`${text.slice(0, 23).replace(' ', 'T')}Z`) - Date.now()) / DAY_MS;
  const isOfRun = Math.ceil(days) - days < HOUR_MS / DAY_MS && Math.ceil(days) >= 0;
  return isOfRun ? `now + ${Math.ceil(days)} days` : text;
}

function cleared(table: string, row: Row): Row {
  const left = new Set([...RUN, ...(OWN_IDS.has(table) ? ['id'] : []), ...(table === 'delivery' ? SENDERS : [])]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name)));
}

/** The place of each new id among all, by its number. */
function ranksIn(texts: readonly string[]): ReadonlyMap<string, number> {
  const ids = new Set(texts.flatMap((text) => text.match(NEW_ID) ?? []));
  return new Map([...ids].toSorted((one, other) => Number(one) - Number(other)).map((id, index) => [id, index + 1]));
}
