import { expect, test } from "vitest";
import { createSignedHeaders, createSigningSecret } from "./sign-message";

test("signs the example of the Standard Webhooks libraries", () => {
  const headers = createSignedHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    atMs: 1_614_265_330_999,
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    "content-type": "application/json",
    "user-agent": "ridgepoint",
    "idempotency-key": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a secret has 32 random bytes", () => {
  const secret = createSigningSecret();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(createSigningSecret()).not.toBe(secret);
});
