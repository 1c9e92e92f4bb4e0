import { afterEach, expect, test } from "vitest";
import { writeInTab } from "../lib/storage.ts";
import { EMPTY_DRAFT, loadDraft, saveDraft } from "./draft-storage.ts";

const [ASHA, BIREN] = [1, 2];

afterEach(() => {
  for (const user_id of [ASHA, BIREN]) saveDraft(user_id, EMPTY_DRAFT);
});

test.each([
  { message: "No game on Sunday.\nWe are back on Monday. ", target: "user" },
  { message: "", target: "agent" },
  { message: " all of you ", target: "all" },
] as const)("the draft %j is kept for its admin only", (draft) => {
  saveDraft(ASHA, draft);
  expect(loadDraft(ASHA)).toEqual(draft);
  expect(loadDraft(BIREN)).toEqual(EMPTY_DRAFT);
  saveDraft(ASHA, EMPTY_DRAFT);
  expect(loadDraft(ASHA)).toEqual(EMPTY_DRAFT);
});

test.each(["", "user", "everybody Hello", "{}"])("the stored text %j is no draft", (text) => {
  writeInTab(`broadcast ${ASHA}`, text);
  expect(loadDraft(ASHA)).toEqual(EMPTY_DRAFT);
});
