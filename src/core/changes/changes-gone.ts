import { Conflict, type ProblemKind } from '../problems/problem';

/** The requested changes have been removed; the members tell where to start again. */
export class ChangesGone extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/changes-gone',
    status: 409,
    title: 'Changes no longer available',
    meaning:
      'The changes after the position that was asked for are not stored any more, or the position is beyond the newest one, as after a restore.',
    remedy: 'Read all records again, and continue the feed after last. The oldest change that is stored is oldest.',
  };

  constructor(
    detail: string,
    override readonly members: { readonly oldest: number; readonly last: number },
  ) {
    super(detail);
  }
}
