import type { RecordType } from '../../fields/record-type';
import type { Subject } from '../catalogue/modules';
import type { Complaint } from '../definition/complaint';
import type { JsonForm } from '../definition/json-form';
import type { ParamsOf } from './params';

export type ActionType = keyof ParamsOf;
export type ActionParams = ParamsOf[ActionType];

/** How often a failing action is tried. What leaves the service waits in the outbox, which tries for a day by itself. */
export interface Retry {
  readonly attempts: number;
  /** So long the record waits after its first attempt, twice as long after each further one; absent: the action is tried again at once. */
  readonly delaySeconds?: number;
}

/** One step of a rule of a certain kind, checked. */
export interface ActionOf<T extends ActionType> {
  /** Unique in its rule: its own, else its place from 1. */
  readonly id: string;
  readonly type: T;
  readonly params: ParamsOf[T];
  readonly onError: 'stop' | 'continue';
  readonly retry?: Retry;
}

/** One step of a rule, checked. */
export type Action = { [T in ActionType]: ActionOf<T> }[ActionType];

/** What is known of a kind of action. */
export interface ActionDefinition<P extends ActionParams = ActionParams> {
  readonly title: string;
  /** The records that it is done to. */
  readonly actsOn: readonly Subject[];
  readonly form: JsonForm<P>;
  /** What it does, in plain words that can follow others: `add the tag "hot" (Skill)`. */
  describe(params: P): string;
  /** What the form cannot say, with pointers into the params. `record`: the rule's; `target`: what the action is done to. */
  faults?(params: P, record: RecordType, target: RecordType): Complaint[];
}
