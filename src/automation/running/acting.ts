import type { AutomationRun } from '../automation.entity';
import type { CheckedDefinition } from '../definition/definition';
import type { Target } from './target';

/** What there is to know of a run while it acts. */
export interface Acting {
  readonly run: Pick<AutomationRun, 'id' | 'automationID' | 'trigger'>;
  readonly definition: CheckedDefinition;
  /** E-mails and text messages that a person gets in a day at the most; 0: as many as it comes to. */
  readonly messagesPerDay: number;
}

/** One action on one record: the rule's record and what the action is done to. */
export interface On {
  readonly recordID: number;
  readonly target: Target;
}
