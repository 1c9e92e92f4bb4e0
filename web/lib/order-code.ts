/** The short code of an order, as its ticket, the history and the operator name it. */
export const orderCode = (id: number): string => `#${String(id).padStart(4, "0")}`;
