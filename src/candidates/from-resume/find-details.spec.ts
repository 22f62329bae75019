import { findDetails, lineWith, type Details } from './find-details';

const found = (text: string, fileName?: string): Details => findDetails(text, { fileName, country: 'AU' });

describe('The details in a resume', () => {
  it('are found where it clearly says them, as they are written', () => {
    const text = [
      'CURRICULUM VITAE',
      'Grace Nguyen',
      'Site Engineer',
      '14 Wattle Street, Newtown NSW 2042',
      'Mobile: 0412 345 678 | Home (02) 9555 0101',
      'grace.nguyen@example.com, g.n@example.net',
    ].join('\n');
    expect(found(text)).toEqual({
      ...{ firstName: 'Grace', lastName: 'Nguyen', email1: 'grace.nguyen@example.com', email2: 'g.n@example.net' },
      ...{ mobile: '0412 345 678', home: '(02) 9555 0101' },
      ...{ address1: '14 Wattle Street', suburb: 'Newtown', state: 'NSW', postcode: '2042', countryCode: 'AU' },
    });
    expect(lineWith(text, '0412 345 678')).toBe('Mobile: 0412 345 678 | Home (02) 9555 0101');
  });

  it.each<[text: string, fileName: string | undefined, name: Details]>([
    ['Name: Grace Nguyen', undefined, { firstName: 'Grace', lastName: 'Nguyen' }],
    ['Full name: Jean-Luc O’Brien', undefined, { firstName: 'Jean-Luc', lastName: 'O’Brien' }],
    ['Name: Nguyen, Grace Mai', undefined, { firstName: 'Grace Mai', lastName: 'Nguyen' }],
    ['Anna van der Berg', 'anna_berg.pdf', { firstName: 'Anna', lastName: 'van der Berg' }],
    ['ZOË MÜLLER', 'Zoe Mueller.docx', { firstName: 'ZOË', lastName: 'MÜLLER' }],
    ['Site Engineer', undefined, {}],
    ['Site Engineer', 'grace.pdf', {}],
    ['Grace Nguyen', undefined, {}],
    ['Grace', 'grace.pdf', {}],
    ['Grace is a very good engineer', 'grace.pdf', {}],
    ['Grace 4 You', 'grace.pdf', {}],
  ])('have a name where something confirms it: %j of the file %j', (text, fileName, name) => expect(found(text, fileName)).toEqual(name));

  it.each<[text: string, phones: Details]>([
    ['+44 7911 123456', { mobile: '+44 7911 123456' }],
    ['Ph 02 9555 0101', { home: '02 9555 0101' }],
    ['ABN 51 824 753 556, 2012-2016', {}],
    ['12345', {}],
  ])('have phone numbers: %j', (text, phones) => expect(found(text)).toEqual(phones));

  it('have phone numbers of the country of the address, unless they are said to be of another', () => {
    const text = '14 Wattle Street, Newtown NSW 2042\n0412 345 678';
    expect(findDetails(text, { homeCountry: 'GB' })).toMatchObject({ mobile: '0412 345 678', countryCode: 'AU' });
    expect(findDetails(text, { homeCountry: 'AU', country: 'NZ' })).not.toHaveProperty('countryCode');
  });

  it('have no phone numbers of an unknown country', () => {
    expect(findDetails('0412 345 678', {})).toEqual({});
    expect(findDetails('+61 412 345 678', {})).toEqual({ mobile: '+61 412 345 678' });
  });

  it.each<[text: string, address: Details]>([
    [
      'Unit 3, 14 Wattle St\nNewtown NSW 2042',
      { address1: 'Unit 3, 14 Wattle St', suburb: 'Newtown', state: 'NSW', postcode: '2042', countryCode: 'AU' },
    ],
    [
      'Address: 5/9 King Rd, St Kilda, vic 3182',
      { address1: '5/9 King Rd', suburb: 'St Kilda', state: 'vic', postcode: '3182', countryCode: 'AU' },
    ],
    ['12 Marine Drive, Durban, SA 4001', { address1: '12 Marine Drive', suburb: 'Durban', state: 'SA', postcode: '4001' }],
    ...['Newtown NSW 2042, Australia', 'Newtown, NSW, 2042 AUSTRALIA', 'Newtown NSW 2042, AUS', 'Newtown NSW 2042\nAustralia\nBuilder'].map(
      (area): [string, Details] => [
        `14 Wattle Street\n${area}`,
        { address1: '14 Wattle Street', suburb: 'Newtown', state: 'NSW', postcode: '2042', countryCode: 'AU' },
      ],
    ),
    [
      '14 Wattle Street, Newtown NSW 2042, Australia',
      { address1: '14 Wattle Street', suburb: 'Newtown', state: 'NSW', postcode: '2042', countryCode: 'AU' },
    ],
    ['12 Marine Drive, Durban, SA 5001\nSouth Africa', { address1: '12 Marine Drive', suburb: 'Durban', state: 'SA', postcode: '5001' }],
    ['14 Wattle Street, Newtown NSW 2042, Austria', {}],
    ['14 Wattle Street, Newtown NSW, Australia', {}],
    ['Newtown NSW 2042, Australia', {}],
    ['Perth WA 6000', {}],
    ['Worked on 14 sites, Newtown NSW 2042', {}],
    ['14 Wattle Street', {}],
  ])('have an address: %j', (text, address) => expect(found(text)).toEqual(address));

  it('are none in an empty text', () => expect(found('')).toEqual({}));
});
