import { useRef, useState } from "react";
import { MAX_PROOF_SIDE } from "../../contract/payments/rules.ts";
import { shrinkImage } from "../lib/shrink-image.ts";

/**
 * The chosen screenshot. It is replaced by a smaller one, which takes up to a second; until then
 * `isShrinking`, and the form must not be sent: a second press would send a different request.
 */
export function useProof() {
  const [proof, setProof] = useState<File>();
  const [isShrinking, setShrinking] = useState(false);
  const chosen = useRef<File>(undefined);
  const chooseProof = async (file: File | undefined): Promise<void> => {
    chosen.current = file;
    setProof(file);
    setShrinking(file !== undefined);
    if (!file) return;
    const smaller = await shrinkImage(file, MAX_PROOF_SIDE);
    if (chosen.current !== file) return;
    setProof(smaller);
    setShrinking(false);
  };
  return { proof, isShrinking, chooseProof };
}
