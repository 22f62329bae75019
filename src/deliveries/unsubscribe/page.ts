const page = (title: string, content: string): string => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex">
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
    ${content}
  </body>
</html>
`;

/** Programs that follow every link of a mail must not opt anybody out, so it takes a button. */
export const CONFIRMATION_PAGE = page(
  'Unsubscribe',
  '<p>Do you want to stop receiving messages from us?</p><form method="post"><button type="submit">Unsubscribe</button></form>',
);
export const DONE_PAGE = page('Unsubscribed', '<p>You will not receive any more messages from us.</p>');
export const INVALID_PAGE = page('Link not valid', '<p>This link is not valid. Use the link in the message as it is.</p>');
