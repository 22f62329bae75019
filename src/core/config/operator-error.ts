/** An error that the operator can fix. Its message says what is wrong and what is allowed. */
export abstract class OperatorError extends Error {}
