import { useMessages } from "../../lib/messages.ts";
import { RingNumber } from "../../ui/ring-number.tsx";
import { Section } from "./section.tsx";

const STEPS = [
  { title: "landing.step_one", text: "landing.step_one_text" },
  { title: "landing.step_two", text: "landing.step_two_text" },
  { title: "landing.step_three", text: "landing.step_three_text" },
] as const;

export function HowSection() {
  const { t } = useMessages();
  return (
    <Section title={t("landing.how")}>
      <ol className="grid gap-6 lg:grid-cols-3">
        {STEPS.map(({ title, text }, at) => (
          <li key={title} className="flex flex-wrap gap-4">
            <RingNumber>{String(at + 1)}</RingNumber>
            <div className="flex-[1_1_8rem]">
              <h3 className="font-semibold">{t(title)}</h3>
              <p className="text-14 text-quiet">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
