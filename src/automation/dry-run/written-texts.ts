import type { FilledTexts } from '../templates/texts';

/** What the actions of a run write, as they report it. */
export class WrittenTexts {
  private readonly byAction = new Map<string, FilledTexts>();

  readonly add = (recordID: number, actionID: string, texts: FilledTexts): void => void this.byAction.set(`${recordID}/${actionID}`, texts);

  of(recordID: number, actionID: string): FilledTexts | undefined {
    return this.byAction.get(`${recordID}/${actionID}`);
  }
}
