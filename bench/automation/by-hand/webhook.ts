import { randomUUID } from 'node:crypto';
import { placeholders, type BenchDatabase } from '../../database';
import { insertDeliveries } from './deliveries';
import type { ByHand } from './run';

/** The complete contact as JSON: its stored response, completed by names and figures. */
export const callWebhookByHand = (url: string): ByHand => ({
  batch: async (run, ids, now) => {
    const contacts = await contactsOf(run.store, ids, now.iso);
    const deliveries = ids.map((id) => {
      const context = { automationId: run.automationID, runId: run.runID, module: 'Contacts', recordType: 'Contact', recordId: id };
      const head = JSON.stringify({ type: 'automation.run', timestamp: now.iso, data: context });
      return {
        publicID: randomUUID(),
        kind: 'webhook' as const,
        recipient: url,
        body: `${head.slice(0, -2)},"record":${contacts.get(id) ?? 'null'}}}`,
        about: id,
        host: new URL(url).host,
      };
    });
    await insertDeliveries(run, deliveries, now);
    return ids;
  },
});

const COUNTS = ['applications', 'submissions', 'interviews', 'notes', 'calls', 'emails', 'meetings', 'placements'] as const;
const DATES = ['Application', 'Submission', 'Interview', 'Note', 'Call', 'Email', 'Meeting', 'Placement'] as const;
const MOMENTS = [
  'lastActivityDate',
  'nextActivityDate',
  'lastContactDate',
  'nextContactDate',
  'lastMeetingDate',
  'nextMeetingDate',
] as const;

/** Placements of temporary workers that run today. */
const CONTRACTORS =
  'SELECT jc.contactID, COUNT(DISTINCT p.candidateID) AS number FROM job_contact jc JOIN placement p ON p.jobID = jc.jobID ' +
  'WHERE p.deleted = 0 AND p.typeID IN (2, 3) AND p.statusID IN (2, 3) AND p.startDate <= ? AND (p.endDate IS NULL OR p.endDate >= SUBSTR(?, 1, 10)) ' +
  'AND jc.contactID IN';

/** The JSON of contacts, by id. */
async function contactsOf(store: BenchDatabase, ids: readonly number[], now: string): Promise<ReadonlyMap<number, string>> {
  const own = placeholders(ids);
  const moment = now.slice(0, 23).replace('T', ' ');
  const contractors = new Map(
    (await store.all(`${CONTRACTORS} (${own}) GROUP BY jc.contactID`, [moment, moment, ...ids])) as [number, number][],
  );
  const found = await store.records(
    `SELECT t.text, c.id, c.divisions, c.updatedByID, c.updatedDate, s.name AS siteName, country.name AS countryName, client.name AS clientName, creator.name AS createdByName, updater.name AS updatedByName, candidate.fullName AS linkedCandidateName, boss.fullName AS reportsToName, status.name AS statusName, f.*
    FROM contact c JOIN contact_response t ON t.id = c.id JOIN contact_figure f ON f.id = c.id
    LEFT JOIN site s ON s.id = c.siteID LEFT JOIN client ON client.id = c.clientID
    LEFT JOIN user creator ON creator.id = c.createdByID LEFT JOIN user updater ON updater.id = c.updatedByID
    LEFT JOIN candidate ON candidate.id = c.linkedCandidateID LEFT JOIN contact boss ON boss.id = c.reportsToID
    LEFT JOIN lookup status ON status.list = 'contactStatus' AND status.id = c.statusID
    LEFT JOIN lookup country ON country.list = 'country' AND country.code = c.countryCode
    WHERE c.id IN (${own})`,
    ids,
  );
  return new Map(found.map((row) => [Number(row['id']), `{${String(row['text'])},${restOf(row, contractors)}`]));
}

function restOf(row: Readonly<Record<string, unknown>>, contractors: ReadonlyMap<number, number>): string {
  const moments = MOMENTS.flatMap((name) => (row[name] === null ? [] : [[name, isoOf(row[name])]]));
  const dates = DATES.filter((kind) => row[`last${kind}Statistic`] !== null);
  return JSON.stringify({
    divisions: row['divisions'],
    updatedByID: row['updatedByID'] ?? 0,
    updatedDate: isoOf(row['updatedDate']),
    siteName: row['siteName'],
    countryName: row['countryName'],
    clientName: row['clientName'],
    createdByName: row['createdByName'],
    updatedByName: row['updatedByName'],
    linkedCandidateName: row['linkedCandidateName'],
    reportsToName: row['reportsToName'],
    statusName: row['statusName'],
    openJobs: String(row['openJobs']),
    placements: String(row['placements']),
    contractors: String(contractors.get(Number(row['id'])) ?? 0),
    ...Object.fromEntries(moments),
    tags: Boolean(row['tags']),
    statisticsCounts: COUNTS.map((type) => ({ type, value: row[`${type}Count`] })),
    statisticsDates: dates.map((kind) => ({ type: `last${kind}`, value: isoOf(row[`last${kind}Statistic`]) })),
  }).slice(1);
}

const isoOf = (moment: unknown): string | null => (typeof moment === 'string' ? `${moment.replace(' ', 'T')}Z` : null);
