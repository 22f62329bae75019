import { AutomationStatus } from '../../terms/numbers';
import { mostOf, type AudienceOf } from '../audience';
import type { Automation } from '../automation.entity';
import type { Complaint } from '../definition/complaint';
import type { ExplainedEventDto, ExplainedExclusionDto } from './explain.dto';
import type { ExplainedPart } from './tree';

/** What has been found out about a record and an automation. */
export interface Found {
  readonly automation: Pick<Automation, 'deleted' | 'statusID'>;
  readonly rule: AudienceOf;
  /** What it waits for; otherwise it runs by the clock or by hand. */
  readonly event?: Pick<ExplainedEventDto, 'kind' | 'matchesAlready'>;
  /** The type of the record in a sentence: contact. */
  readonly what: string;
  readonly problems: readonly Complaint[];
  readonly deleted: boolean;
  readonly outOfSight: boolean;
  readonly optedOut: boolean;
  readonly condition?: ExplainedPart;
  readonly excluded?: ExplainedExclusionDto;
  readonly rank?: number;
}

/** Is it taken, and why: the first reason that stands in the way, else its place in the order. */
export function reasonFor(found: Found): { taken: boolean; reason: string } {
  if (isPaused(found))
    return { taken: false, reason: `The automation is paused. If it were active: ${reasonFor(activated(found)).reason}` };
  const obstacle = obstacleTo(found);
  return obstacle === undefined ? { taken: true, reason: placeOf(found) } : { taken: false, reason: obstacle };
}

const isPaused = ({ automation }: Found): boolean => automation.statusID === AutomationStatus.Paused && !automation.deleted;
const activated = (found: Found): Found => ({ ...found, automation: { ...found.automation, statusID: AutomationStatus.Active } });

function obstacleTo(found: Found): string | undefined {
  const { automation, problems, what, rule, rank } = found;
  if (automation.deleted) return 'The automation is deleted.';
  if (problems[0]) return cut(`The automation cannot run: ${problems[0].pointer} ${problems[0].detail}`);
  if (found.deleted) return `The ${what} is deleted.`;
  if (found.outOfSight) return `The user of the automation does not see the ${what}.`;
  if (!rule.condition) return 'The automation has no condition, so it takes nobody.';
  if (rank === undefined) return whyNotEligible(found);
  return rank > mostOf(rule) ? `It is number ${rank} in the order, and the run takes ${mostOf(rule)} at the most.` : undefined;
}

function whyNotEligible({ condition, excluded, what }: Found): string {
  if (condition?.passed === false) return cut(`The condition does not hold: ${failureOf(condition)}`);
  if (excluded)
    return `It was processed on ${excluded.processedDate} by run ${excluded.runId}, and those are left out for ${excluded.days} days.`;
  return `The ${what} opted out of messages.`;
}

function placeOf({ rank, rule, event }: Found): string {
  if (!event) return `It is number ${rank} in the order of the next run, which takes ${mostOf(rule)} at the most.`;
  if (event.kind === 'D') return 'It is taken when its date comes.';
  if (event.kind === 'C') return 'It is taken when the event happens to it.';
  return event.matchesAlready
    ? 'It matches already, and is taken once it has ceased to and comes to match again.'
    : 'It is taken when it comes to match.';
}

const LONGEST = 900;
const cut = (sentence: string): string => (sentence.length > LONGEST ? `${sentence.slice(0, LONGEST)}…` : `${sentence}.`);

/** Why a condition does not hold, by the first part of it that says so: the second half of a sentence. */
export function failureOf({ not, rules, combinator, words, match }: ExplainedPart): string {
  if (!rules)
    return match === undefined ? (words ?? 'it does not hold') : `of the related records, ${words ?? 'too few or too many match'}`;
  if (not === true) return 'a group of rules holds that must not';
  const failed = rules.filter(({ passed }) => passed === false);
  return (combinator === 'or' ? failed : failed.slice(0, 1)).map(failureOf).join('; ');
}
