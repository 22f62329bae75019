import type { RecordType } from '../../core/fields/record-type';
import type { Transaction } from '../../core/database';
import type { AutomationRecordType } from '../catalogue/modules';
import type { ValidationError } from '../definition/parse-result';
import type { FilledTexts } from '../templates/texts';
import type { Action, Targeted } from './action';
import type { Effect } from './effect';
import type { Environment, RuleAndTarget } from './params/param';
import type { Params } from './params/params';
import type { ActionContext, RecordAndTarget } from './performing/action-context';
import type { Channel } from './performing/channels';

/** Everything about a type of action. */
export interface ActionDefinition<P extends Targeted = Targeted> {
  /** Its name in the API; never changes. */
  readonly type: string;
  readonly title: string;
  /** What it changes, in a sentence for who writes automations. */
  readonly changes: string;
  /** The types of record it applies to. */
  readonly actsOn: readonly AutomationRecordType[];
  readonly params: Params<P>;
  /** Those of its params that are templates, and what each is of the texts that it writes. */
  readonly texts?: { readonly [K in keyof P]?: keyof FilledTexts };
  /** What it does, in plain English and lower case: `add the tag "hot" (Skill)`. */
  describe(params: P): string;
  /** Errors that depend on several params, with pointers into them; each param checks itself. */
  validate?(params: P, types: RuleAndTarget): ValidationError[];
  /** The same for errors that depend on stored records and settings: the first one. */
  environmentError?(params: P, rule: RuleAndTarget, environment: Environment): Promise<ValidationError | undefined>;
  /** What it writes; nothing if its effects are outside the service or can trigger no automation. */
  effects(params: P, target: RecordType): readonly Effect[];
  /** How it reaches a person, who may have opted out of messages; null: it does not. */
  readonly contacts: Channel | null;
  /**
   * Performs it for one record. @returns whether it changed anything @throws ActionFailed, ActionSkipped, and what the
   * rules of records throw
   */
  perform(transaction: Transaction, action: Action<P>, subject: RecordAndTarget, context: ActionContext): Promise<boolean>;
  /** Only if what it does to a record is independent of what it does to others. Absent: it is performed one record at a time. */
  readonly together?: PerformedTogether<P>;
}

/** How to perform an action for many records, each both the rule's record and the target, in a few statements. */
export interface PerformedTogether<P extends Targeted> {
  /** What it costs per record, measured in tags. */
  readonly cost: number;
  /** It changes the records themselves by their rules: together only where these change no other records. */
  readonly followsRules?: boolean;
  /** @throws FailedRecords with those that fail by themselves, or whatever fails any of them */
  perform(transaction: Transaction, action: Action<P>, ids: readonly number[], context: ActionContext): Promise<Outcomes>;
}

/** What an action did to many records, by their ids. */
export interface Outcomes {
  readonly changed: ReadonlySet<number>;
  /** Those for which it was skipped, and why. */
  readonly skipped?: ReadonlyMap<number, string>;
}

/** Derives the types of the params from their definition. */
export const defineAction = <P extends Targeted>(definition: ActionDefinition<P>): ActionDefinition<P> => definition;
