import { expect, test } from "vitest";
import { upiLink } from "./upi-link.ts";

test("the link has the payee, the amount in rupees and the note", () => {
  const link = upiLink({
    upi_id: "nishana.demo@upi",
    payee: "Nishana",
    amount: 500,
    note: "Rida 7",
  });
  expect(link).toBe("upi://pay?pa=nishana.demo%40upi&pn=Nishana&am=500.00&cu=INR&tn=Rida%207");
});

test("the note cannot inject a field", () => {
  const link = upiLink({ upi_id: "a@b", payee: "N", amount: 0.5, note: "x&am=1" });
  expect(new URL(link).searchParams.getAll("am")).toEqual(["0.50"]);
});
