import { NAME } from '../database/columns';
import { Stamped } from './stamped';
import { Id, LongText, TextOrNull } from './vocabulary';

/** A search that is kept under a name: its criteria as JSON, checked when they were saved. */
export abstract class SavedSearch extends Stamped {
  @Id() id!: number;
  @TextOrNull(NAME, { example: 'What I look after' }) name!: string | null;
  @LongText({ answered: 'nowhere', hidden: true }) criteria!: string;
}
