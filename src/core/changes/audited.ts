/** The counter with the sequence number of the last change that is in the audit; it is kept by `core/audit`. */
export const AUDITED = 'audited';
