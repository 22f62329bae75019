export { addressField, ADDRESSES, type PersonalChannel } from './addresses';
export { optedOut } from './opted-out';
export { peopleBehind, type Person } from './people';
export { keyOf, nameOf, type Recipient } from './recipient';
