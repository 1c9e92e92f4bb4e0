import { renderSVG } from "uqr";

/** A cache: drawing takes some milliseconds, and the few UPI ids are requested all the time. */
const drawn = new Map<string, string>();

/** A QR code that payment apps read as "pay to this UPI id", as a data URL of an SVG. */
export function qrUrl(upi_id: string): string {
  const known = drawn.get(upi_id);
  if (known !== undefined) return known;
  const url = draw(upi_id);
  drawn.set(upi_id, url);
  return url;
}

function draw(upi_id: string): string {
  const svg = renderSVG(`upi://pay?pa=${upi_id}&pn=Nishana&cu=INR`, { pixelSize: 1, border: 4 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
