export { DatabaseModule } from './database.module';
export { Transactions, type Unit, type View } from './transactions';
