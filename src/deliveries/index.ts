import type { RecordTypesSpec } from '../core/fields/record-types';
import { Delivery } from './delivery.entity';

export { DeliveriesModule } from './deliveries.module';
export { EXAMPLE_ID } from './delivery.dto';
export { Delivery, type DeliveryKind } from './delivery.entity';
export { messagesSince } from './messages-since';
export { checkDelivery, type NewDelivery, type RecordReference } from './new-delivery';
export { queueDeliveries, queueDelivery } from './queue';
export { DeliveryWorker } from './sending/worker';

export const deliveryRecords: RecordTypesSpec = { types: [], tables: [Delivery] };
