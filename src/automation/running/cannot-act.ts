/** Why an action cannot be done, in a sentence for whoever reads the run. */
export class CannotAct extends Error {}
