/** An action failed; the message is shown in the run. */
export class ActionFailed extends Error {}

/** An action failed for now; its record is retried after `waitSeconds`. */
export class RetryLater extends ActionFailed {
  constructor(
    message: string,
    readonly waitSeconds: number,
  ) {
    super(message);
  }
}

/** Some of many records failed by themselves; what was done to the others is to be undone. */
export class FailedRecords extends ActionFailed {
  constructor(readonly errors: ReadonlyMap<number, Error>) {
    super('Some records failed.');
  }
}

/** An action was skipped for a record; the message is shown in the run. The record does not fail. */
export class ActionSkipped extends Error {}
