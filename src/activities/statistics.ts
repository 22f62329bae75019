import { ActivityCategory, ActivityStatus } from '../core/terms/numbers';
import { IntFigure, MomentFigure } from '../core/fields/decorators';
import type { FigureSql } from '../core/fields/figure-source';
import type { RelatedTotal } from '../core/fields/related-total';
import { JOIN_NEXT } from '../core/sql/dialect';

/** The kinds of record that have statistics. */
type StatisticsParty = 'Candidate' | 'Contact' | 'Client' | 'Job';

const activities = (party: StatisticsParty, condition: string): Omit<RelatedTotal, 'pick' | 'value'> => ({
  of: 'Activity',
  from: `activity_link l ${JOIN_NEXT} activity a ON a.id = l.activityID`,
  where: `l.kind = '${party}' AND a.deleted = 0`,
  id: 'l.activityID',
  owner: 'l.recordID',
  condition,
});

/** A figure that is the latest or earliest moment of a record's activities. @param condition SQL, which names the activity `a` */
export const activityMoment = (pick: 'MAX' | 'MIN', party: StatisticsParty, condition: string): RelatedTotal => ({
  ...activities(party, condition),
  pick,
  value: 'COALESCE(a.activityDate, a.dateCreated)',
});
const activityCount = (party: StatisticsParty, condition: string): RelatedTotal => ({
  ...activities(party, condition),
  pick: 'COUNT',
  value: '*',
});

const KINDS = {
  submission: ActivityCategory.Submission,
  interview: ActivityCategory.Interview,
  note: ActivityCategory.Note,
  call: ActivityCategory.Call,
  email: ActivityCategory.Email,
  meeting: ActivityCategory.Meeting,
} as const;

/** SQL that joins the applications and placements of a record: on the application `ap` or the placement `pl`. */
export interface StatisticsSources {
  party: StatisticsParty;
  applications: string;
  placements: string;
}

/**
 * Adds the statistics that jobs, contacts and candidates share to a class: counts of past and planned activities in
 * `statisticsCounts` and dates of the latest completed ones in `statisticsDates`, each by its type. Automations see them as
 * `applicationsCount`, `lastApplicationStatistic`.
 */
export const Statistics =
  ({ party, applications, placements }: StatisticsSources): ClassDecorator =>
  (type) => {
    const target = type.prototype as object;
    const count = (kind: string, sql: FigureSql): void => {
      (IntFigure(sql, { inResponse: { list: 'statisticsCounts', type: `${kind}s` } }) as PropertyDecorator)(target, `${kind}sCount`);
    };
    const latest = (kind: string, sql: FigureSql): void => {
      const name = `last${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      (MomentFigure(sql, { inResponse: { list: 'statisticsDates', type: name } }) as PropertyDecorator)(target, `${name}Statistic`);
    };
    count('application', `(SELECT COUNT(*) FROM {Application} ap ${applications} AND ap.deleted = 0)`);
    latest('application', `(SELECT MAX(ap.createdDate) FROM {Application} ap ${applications} AND ap.deleted = 0)`);
    for (const [kind, category] of Object.entries(KINDS)) {
      count(kind, activityCount(party, `a.category = ${category} AND (a.statusID IS NULL OR a.statusID <> ${ActivityStatus.Cancelled})`));
      latest(kind, activityMoment('MAX', party, `a.category = ${category} AND a.statusID = ${ActivityStatus.Completed}`));
    }
    count('placement', `(SELECT COUNT(*) FROM {Placement} pl ${placements} AND {Placement.live pl})`);
    latest('placement', `(SELECT MAX(pl.createdDate) FROM {Placement} pl ${placements} AND {Placement.live pl})`);
  };

const entry = (
  value: Record<string, unknown>,
  example: { type: string; value: unknown },
  required: readonly string[],
): Record<string, unknown> => ({
  type: 'array',
  maxItems: 20,
  example: [example],
  items: {
    type: 'object',
    required,
    properties: {
      type: { type: 'string', maxLength: 40, nullable: false, example: example.type },
      value: { ...value, example: example.value },
    },
  },
});
/** Schemas of the two lists. Numbers of days are below 0 where a job was closed before the date of its creation. */
export const STATISTICS_COUNTS = entry(
  { type: 'integer', format: 'int32', minimum: -2147483648, maximum: 2147483647 },
  { type: 'notes', value: 4 },
  ['type', 'value'],
);
export const STATISTICS_DATES = entry(
  { type: 'string', format: 'date-time', maxLength: 40 },
  { type: 'lastNote', value: '2026-11-16T02:00:00.000Z' },
  ['type'],
);
