import { Contact } from './contact.entity';
import { setContactTexts } from './contact.derived';

const withTexts = (fields: Partial<Contact>, countryName: string | null = null): Contact => {
  const contact = Object.assign(new Contact(), fields);
  setContactTexts(contact, countryName);
  return contact;
};

describe('The full name of a contact', () => {
  it.each<[string, Partial<Contact>, string | null]>([
    ['first name and surname', { firstName: 'Olivia', surname: 'Bennett' }, 'Olivia Bennett'],
    ['a surname alone', { firstName: null, surname: "O'Brien" }, "O'Brien"],
    ['space around a name is trimmed', { firstName: ' Zoë', surname: 'Fischer ' }, 'Zoë Fischer'],
    ['no name', { firstName: '', surname: null }, null],
  ])('%s', (_, fields, expected) => {
    expect(withTexts(fields).fullName).toBe(expected);
  });
});

describe('The location of a contact', () => {
  it.each<[string, Partial<Contact>, string | null, string | null]>([
    ['suburb, state and country', { suburb: 'Sydney', state: 'NSW' }, 'Australia', 'Sydney, NSW, Australia'],
    ['without a state', { suburb: 'Auckland', state: '' }, 'New Zealand', 'Auckland, New Zealand'],
    ['a country alone', {}, 'Australia', 'Australia'],
    ['no location', {}, null, null],
  ])('%s', (_, fields, countryName, expected) => {
    expect(withTexts(fields, countryName).location).toBe(expected);
  });
});
