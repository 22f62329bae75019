import type { AutomationRun } from '../../automation.entity';
import type { CheckedDefinition } from '../../definition/definition';
import type { UnsubscribeLinks } from '../../../deliveries';
import type { FilledTexts } from '../../templates/texts';
import type { Action } from '../action';
import type { Target } from './target';

/** What actions need to know about the run. */
export interface ActionContext {
  readonly run: Pick<AutomationRun, 'id' | 'automationID' | 'trigger'>;
  readonly definition: CheckedDefinition;
  /** Maximum e-mails and text messages to one person per day; 0: no limit. */
  readonly messagesPerDay: number;
  /** IANA: the day of that limit is that of the firm, whatever the zone of the rule. */
  readonly firmTimeZone: string;
  /** The links by which people opt out of messages. */
  readonly links: Pick<UnsubscribeLinks, 'urlFor'>;
  /** Is told what each action writes for each record; of what is done twice, the last counts. */
  readonly onFilled?: (recordID: number, actionID: string, texts: FilledTexts) => void;
}

/** One action on one record: the rule's record and what the action is done to. */
export interface RecordAndTarget {
  readonly recordID: number;
  readonly target: Target;
}

/** Identifies what an action sends for a record, so that it is sent once. */
export const dedupeKey = ({ run }: ActionContext, recordID: number, { id }: Action): string => `${run.id}/${recordID}/${id}`;
