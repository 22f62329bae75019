import { NAME } from '../sql/columns';
import { Stamped } from './stamped';
import { Id, LongText, TextOrNull } from './decorators';

/** A search that is kept under a name: its criteria as JSON, checked when they were saved. */
export abstract class SavedSearch extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'What I look after' }) name!: string | null;
  @LongText({ inResponse: 'nowhere', hidden: true }) criteria!: string;
}
