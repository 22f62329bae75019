export { addressField, ADDRESSES, type PersonalChannel } from './addresses';
export { peopleBehind, type Person } from './people';
export { reasonAgainst } from './reason-against';
export { keyOf, nameOf, type Recipient } from './recipient';
