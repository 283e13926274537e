package io.gnomon.controller.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.codec.EventCodec;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DeclaredBytesTest {
  private static long bytes(String declared) {
    String json =
        "{'specversion':'1.0','id':'1','source':'c','type':'io.gnomon.cluster.declared.v1','data':"
            + "{'at':1,'processors':8,"
            + declared
            + "}}";
    ClusterDeclared data =
        (ClusterDeclared)
            new EventCodec()
                .decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .data();
    return DeclaredBytes.of(data.machine(), data.accounting());
  }

  @Test
  void nodesCountAndTheListsThatNameThem() {
    assertThat(bytes("'timeOrigin':0")).isZero();
    assertThat(bytes("'machine':{'nodes':[{'names':'n[1-200000]','cpus':8}]}"))
        .isEqualTo(200_000 * 128 + "n[1-200000]".length() * 16);
    assertThat(
            bytes(
                "'machine':{'nodes':[{'names':'n[1-1000]','cpus':8}],"
                    + "'partitions':[{'name':'p','nodes':'n[1-900]'},{'name':'q','nodes':'n1'}]}"))
        .isEqualTo(1_000 * 128 + "n[1-1000]".length() * 16 + 901 * 8);
  }

  @Test
  void associationsAndQualitiesOfServiceCount() {
    assertThat(
            bytes(
                "'accounting':{'associations':[{'account':'a'},{'account':'a','user':'u'}],"
                    + "'qos':[{'name':'normal','priority':0}]}"))
        .isEqualTo(3 * 512);
  }
}
