/** Sent after a commit that made a webhook want changes that it has not been told yet. */
export const WEBHOOKS_CHANGED = 'webhooks changed';
