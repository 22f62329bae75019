import { htmlPage } from '../../core/http';

/** Programs that follow every link of a mail must not opt anybody out, so it takes a button. */
export const CONFIRMATION_PAGE = htmlPage(
  'Unsubscribe',
  '<p>Do you want to stop receiving messages from us?</p><form method="post"><button type="submit">Unsubscribe</button></form>',
);
export const DONE_PAGE = htmlPage('Unsubscribed', '<p>You will not receive any more messages from us.</p>');
export const INVALID_PAGE = htmlPage('Link not valid', '<p>This link is not valid. Use the link in the message as it is.</p>');
