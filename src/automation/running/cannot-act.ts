/** Why an action cannot be done, in a sentence for whoever reads the run. */
export class CannotAct extends Error {}

/** Why an action cannot be done now; its record is tried again after so many seconds. */
export class TryLater extends CannotAct {
  constructor(
    sentence: string,
    readonly waitSeconds: number,
  ) {
    super(sentence);
  }
}

/** Why an action is left out for a record, in such a sentence. The record has not failed by it. */
export class LeftOut extends Error {}
