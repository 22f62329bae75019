import { AutomationStatus } from '../../core/terms/numbers';
import { audienceLimit, type AudienceQuery } from '../audience';
import type { Automation } from '../automation.entity';
import type { ValidationError } from '../definition/parse-result';
import type { ExplainedEventDto, ExplainedExclusionDto } from './explain.dto';
import type { ExplainedPart } from './explain-condition';

/** What has been found out about a record and an automation. */
export interface Findings {
  readonly automation: Pick<Automation, 'deleted' | 'statusID'>;
  readonly audience: AudienceQuery;
  /** What it waits for; otherwise it runs on a schedule or manually. */
  readonly event?: Pick<ExplainedEventDto, 'kind'>;
  /** Why the event does not happen to the record, or why that changes nothing, as a sentence. */
  readonly obstacle?: string;
  /** The type of the record in a sentence: contact. */
  readonly recordName: string;
  readonly problems: readonly ValidationError[];
  readonly deleted: boolean;
  readonly outOfSight: boolean;
  readonly optedOut: boolean;
  readonly condition?: ExplainedPart;
  readonly excluded?: ExplainedExclusionDto;
  readonly rank?: number;
}

/** Is it taken, and why: the first reason that stands in the way, else its place in the order. */
export function reasonFor(found: Findings): { taken: boolean; reason: string } {
  if (isPaused(found))
    return { taken: false, reason: `The automation is paused. If it were active: ${reasonFor(activated(found)).reason}` };
  const obstacle = obstacleTo(found);
  return obstacle === undefined ? { taken: true, reason: positionSentence(found) } : { taken: false, reason: obstacle };
}

const isPaused = ({ automation }: Findings): boolean => automation.statusID === AutomationStatus.Paused && !automation.deleted;
const activated = (found: Findings): Findings => ({ ...found, automation: { ...found.automation, statusID: AutomationStatus.Active } });

function obstacleTo(found: Findings): string | undefined {
  const { automation, problems, recordName, audience, rank } = found;
  if (automation.deleted) return 'The automation is deleted.';
  if (problems[0]) return truncate(`The automation cannot run: ${problems[0].pointer} ${problems[0].detail}`);
  if (found.deleted) return `The ${recordName} is deleted.`;
  if (found.outOfSight) return `The user of the automation cannot see the ${recordName}.`;
  if (!audience.condition) return 'The automation has no condition, so it selects no records.';
  if (rank === undefined) return whyNotEligible(found);
  return rank > audienceLimit(audience)
    ? `It is number ${rank} in the order, and the run takes at most ${audienceLimit(audience)}.`
    : found.obstacle;
}

function whyNotEligible({ condition, excluded, recordName }: Findings): string {
  if (condition?.passed === false) return truncate(`The condition does not hold: ${failureOf(condition)}`);
  if (excluded)
    return `It was processed on ${excluded.processedDate} by run ${excluded.runId}, and records are skipped for ${excluded.days} days.`;
  return `The ${recordName} opted out of messages.`;
}

function positionSentence({ rank, audience, event }: Findings): string {
  if (!event) return `It is number ${rank} in the order of the next run, which takes at most ${audienceLimit(audience)}.`;
  if (event.kind === 'D') return 'It is taken when its date comes.';
  if (event.kind === 'C') return 'It is taken when the event happens to it.';
  return 'It is taken when it starts to match.';
}

const MAX_LENGTH = 900;
const truncate = (sentence: string): string => (sentence.length > MAX_LENGTH ? `${sentence.slice(0, MAX_LENGTH)}…` : `${sentence}.`);

/** Why a condition does not hold, by the first part of it that says so: the second half of a sentence. */
export function failureOf({ not, rules, combinator, words, match }: ExplainedPart): string {
  if (!rules)
    return match === undefined ? (words ?? 'it does not hold') : `of the related records, ${words ?? 'too few or too many match'}`;
  if (not === true) return 'a negated group of rules holds';
  const failed = rules.filter(({ passed }) => passed === false);
  return (combinator === 'or' ? failed : failed.slice(0, 1)).map(failureOf).join('; ');
}
