import { Conflict } from '../problems/problem';

/** The requested changes have been removed; the members tell where to start again. */
export class ChangesGone extends Conflict {
  override readonly type = '/problems/changes-gone';
  override readonly title = 'Changes no longer available';

  constructor(
    detail: string,
    override readonly members: { readonly oldest: number; readonly last: number },
  ) {
    super(detail);
  }
}
