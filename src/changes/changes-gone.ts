import { Conflict } from '../http/problem';

/** A caller has fallen so far behind that changes are missing for it; it says from where to begin anew. */
export class ChangesGone extends Conflict {
  override readonly type = '/problems/changes-gone';
  override readonly title = 'The changes asked for are not there any more';

  constructor(
    detail: string,
    override readonly members: { readonly oldest: number; readonly last: number },
  ) {
    super(detail);
  }
}
