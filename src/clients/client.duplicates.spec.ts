import { clientDuplicates, hostAndPath, lastDigits } from './client.duplicates';
import { Client } from './client.entity';
import { withoutLegalForm } from './legal-forms';

describe('The name of a company is compared without its legal form:', () => {
  it.each([
    ['Harbour Construction Pty Ltd', 'harbour construction'],
    ['HARBOUR CONSTRUCTION PTY. LIMITED', 'harbour construction'],
    ['Harbour Construction P/L', 'harbour construction'],
    ['Müller GmbH & Co. KG', 'muller'],
    ['Société Générale S.A.', 'societe generale'],
    ['Kowalski Sp. z o.o.', 'kowalski'],
    ['The Smith & Sons Company, Inc.', 'smith sons'],
    ['Smith and Sons Co', 'smith sons'],
    ["O'Brien Ltd", 'obrien'],
    ['Limited Edition Ltd', 'limited edition'],
    ['Of the Sea', 'of the sea'],
    ['Inc', 'inc'],
    ['Co Ltd', 'co ltd'],
    ['日本 KK', '日本'],
    ['&', ''],
    ['', ''],
  ])('%s', (name, expected) => expect(withoutLegalForm(name)).toBe(expected));
});

describe('The website of a company is compared by host and path:', () => {
  it.each([
    ['https://www.harbour.example.com', 'harbour.example.com'],
    ['http://Harbour.example.com/', 'harbour.example.com'],
    ['https://harbour.example.com/?from=ad#top', 'harbour.example.com'],
    ['https://network.example.com/Company/Harbour/', 'network.example.com/company/harbour'],
    ['harbour', ''],
    ['', ''],
  ])('%s', (website, expected) => expect(hostAndPath(website)).toBe(expected));
});

describe('The phone number of a company is compared by its last nine digits:', () => {
  it.each([
    ['(02) 9555 0100', '295550100'],
    ['+61 2 9555 0100', '295550100'],
    ['0061-2-9555-0100', '295550100'],
    ['9555 0100', '95550100'],
    ['1234', ''],
    ['ask reception', ''],
  ])('%s', (phone, expected) => expect(lastDigits(phone)).toBe(expected));
});

describe('What is not set', () => {
  it('is no reason', () => {
    const texts = clientDuplicates.flatMap((kind) => kind.keysOf(Object.assign(new Client(), { name: null })).map(({ text }) => text));
    expect(texts).toEqual(['', '', '', '', '']);
  });
});
