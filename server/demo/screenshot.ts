import sharp from "sharp";

/**
 * The digits as lines in a box of 10 by 16. They are not text, because a server may have no fonts.
 */
const DIGITS = [
  "M5 0C0 0 0 16 5 16S10 0 5 0Z",
  "M2 3L6 0V16",
  "M1 4C1 -1.5 9 -1.5 9 4C9 8 1 12 1 16H9",
  "M1 2C4 -1.5 9 0 9 4C9 7 6 7.5 4 7.5C6 7.5 9 8.5 9 12C9 16 4 17.5 1 14",
  "M7 16V0L1 11H9.5",
  "M8.5 0H2L1.5 7C4 5 9 6 9 11C9 16 4 17.5 1 14.5",
  "M8 0C4 2 1 7 1 11C1 17.5 9 17.5 9 11C9 6 2 6 1 11",
  "M1 0H9L4 16",
  "M5 7.5C0 7 0 0 5 0S10 7 5 7.5C-1 8 -1 16 5 16S11 8 5 7.5Z",
  "M2 16C6 14 9 9 9 5C9 -1.5 1 -1.5 1 5C1 10 8 10 9 5",
];
const RUPEE = "M1 0H9M1 5H9M1 0H3C8.5 0 8.5 10 3 10H1L7 16";

/** The distance between two digits, in units of their box. */
const STEP = 13;

/**
 * A PNG such as a payment app shows after paying: the amount in rupees and the transaction number,
 * which the operator compares with the request. Grey bars stand for names.
 */
export async function drawScreenshot(amount: string, reference: string): Promise<Blob> {
  const svg = `
    <svg xmlns="http://www.w3.org/2000/svg" width="360" height="640" fill="#d8dee6">
      <rect width="360" height="640" fill="#fff"/>
      <circle cx="180" cy="130" r="54" fill="#17803d"/>
      <path d="M156 131L173 148L205 114" fill="none" stroke="#fff" stroke-width="10"/>
      ${writeLine([RUPEE, ...digitsOf(amount)], { top: 226, scale: 3 })}
      <rect x="100" y="302" width="160" height="12" rx="6"/>
      <rect x="24" y="360" width="312" height="200" rx="16" fill="#f1f4f8"/>
      <rect x="48" y="388" width="90" height="10" rx="5"/>
      ${writeLine(digitsOf(reference), { top: 412, scale: 1.72 })}
      <rect x="48" y="472" width="60" height="10" rx="5"/>
      <rect x="48" y="492" width="180" height="12" rx="6"/>
      <rect x="48" y="524" width="140" height="12" rx="6"/>
    </svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return new Blob([new Uint8Array(png)], { type: "image/png" });
}

const digitsOf = (number: string): string[] =>
  Array.from(number, (digit) => DIGITS[Number(digit)] ?? "");

/** Characters in a line, centred. */
function writeLine(characters: string[], { top, scale }: { top: number; scale: number }): string {
  const left = 180 - (scale * STEP * characters.length) / 2;
  const paths = characters.map(
    (line, index) => `<path d="${line}" transform="translate(${1.5 + STEP * index})"/>`,
  );
  return `
    <g transform="translate(${left} ${top}) scale(${scale})" fill="none" stroke="#14202e"
      stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</g>`;
}
