/** The short code of an order, as shown on its ticket, in the history and to the operator. */
export const orderCode = (id: number): string => `#${String(id).padStart(4, "0")}`;
