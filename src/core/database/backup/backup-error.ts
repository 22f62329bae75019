import { OperatorError } from '../../config';

/** A backup cannot be made, or not be restored. The message tells why, and what to do. */
export class BackupError extends OperatorError {}
