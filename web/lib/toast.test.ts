import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addDialog, dismissToast, getToasts, onToasts, toast, TOAST_MS } from "./toast.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const shown = () => getToasts().map(({ kind, text }) => `${kind} ${text}`);

test("a toast disappears after its time, or earlier when dismissed", () => {
  toast.success("Saved");
  vi.advanceTimersByTime(TOAST_MS - 1);
  toast.failure("Lost");
  expect(shown()).toEqual(["success Saved", "failure Lost"]);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(["failure Lost"]);
  dismissToast(getToasts()[0]?.id ?? 0);
  expect(shown()).toEqual([]);
});

test("showing the same text again keeps one toast, for its full time", () => {
  toast.notice("Result out");
  vi.advanceTimersByTime(TOAST_MS - 1);
  toast.success("Result out");
  toast.notice("Result out");
  expect(shown()).toEqual(["success Result out", "notice Result out"]);
  vi.advanceTimersByTime(TOAST_MS - 1);
  expect(shown()).toEqual(["success Result out", "notice Result out"]);
});

test("at most the four newest toasts are shown, and listeners are called for each change", () => {
  const hear = vi.fn<() => void>();
  const stop = onToasts(hear);
  for (const text of ["1", "2", "3", "4", "5"]) toast.success(text);
  expect(shown()).toEqual(["success 2", "success 3", "success 4", "success 5"]);
  expect(hear).toHaveBeenCalledTimes(5);
  stop();
  toast.success("6");
  expect(hear).toHaveBeenCalledTimes(5);
});

test("only the dialog opened last shows the toasts, or the page when none is open", () => {
  toast.success("Saved");
  const textsIn = (dialog?: string) => getToasts(dialog).map(({ text }) => text);
  const closeFirst = addDialog("first");
  const closeSecond = addDialog("second");
  expect([textsIn(), textsIn("first"), textsIn("second")]).toEqual([[], [], ["Saved"]]);
  closeSecond();
  expect([textsIn(), textsIn("first")]).toEqual([[], ["Saved"]]);
  closeFirst();
  expect([textsIn(), textsIn("first")]).toEqual([["Saved"], []]);
});

test("a dialog that closes below another one does not take its toasts", () => {
  const closeFirst = addDialog("first");
  const closeSecond = addDialog("second");
  closeFirst();
  toast.success("Saved");
  expect(getToasts("second")).toHaveLength(1);
  closeSecond();
  expect(getToasts()).toHaveLength(1);
});
